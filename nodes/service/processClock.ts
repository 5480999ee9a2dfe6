/**
 * Milliseconds since 1970, by a clock that goes on evenly for as long as this process runs. Ages are measured by it: the
 * system's clock may be set forward and back.
 */
export const processClock = { now: (): number => performance.timeOrigin + performance.now() };
