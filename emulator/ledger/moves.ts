/** What ends or releases an open payment: the deed of its payer, of a bank, of an approver or of the service's clock. */
export const moveNames = ['approve', 'reject', 'complete', 'fail', 'expire'] as const;
export type MoveName = (typeof moveNames)[number];

/** The moves that the state of a payment allows in this moment, each ready to be made. */
export type Moves = Readonly<Partial<Record<MoveName, () => void>>>;

/** What the records of payments say that such a move has ended. */
export const moveReasons = { fail: 'Failed by simulation', expire: 'Not processed in time' } as const;

/** The moves of a payment that has ended, or that belongs elsewhere. */
export const noMoves: Moves = {};
