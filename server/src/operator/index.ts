/** What commands of other packages share with the operator's: who runs them, the database, the check. */
export { databaseUrlOf } from './database-url';
export { operatorName } from './operator';
export { verifyLedger } from './verify';
