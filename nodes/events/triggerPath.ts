/** The path of a trigger's address, for the trigger and for the operations that have the service notify it. */
export const DEFAULT_TRIGGER_PATH = 'multi-currency-payments';
