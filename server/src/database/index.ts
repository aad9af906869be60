/** The database room for other packages: connections, the schema and the logins that it needs. */
export { applicationRoleOf, releasesRoleOf } from './application-role';
export { hostAddresses } from './database-address';
export { databaseSentence, isCertificateRefused, isDatabaseUnreachable } from './database-errors';
export { migrate } from './migrate';
export { createPool, type Pool, type Queryable } from './pool';
export { prepareDatabase } from './prepare-database';
