import { prepareDatabase } from '../database/prepare-database';
import { databaseUrlOf } from './database-url';
import { EXIT, type OperatorCommand } from './operator-command';

/** `migrate` brings the schema to this version, makes the login of DATABASE_URL, and waits up to 30 s for a database that is starting. */
export const migrateSchema: OperatorCommand = {
  forms: [''],
  summary: 'brings the database to the schema of this version',
  words: [0, 0],
  isTopLevel: true,
  database: 'none',
  async run({ environment }) {
    await prepareDatabase(databaseUrlOf(environment, 'owner'), environment.DATABASE_URL || undefined);
    process.stdout.write('The database has the schema of this version.\n');
    return EXIT.ok;
  },
};
