import { EXIT, type OperatorCommand } from './operator-command';

/** `redate-future` moves dates that are still to come to the present. */
export const redateFuture: OperatorCommand = {
  forms: [''],
  summary: "moves dates to come to the present, after the database's clock was ahead",
  help: 'Stop all server processes and correct the clock first. Movements keep their order; sessions made meanwhile end.',
  words: [0, 0],
  database: 'owner',
  async run({ pool }) {
    const { rows } = await pool.query<{ changed: number }>('select redate_future() as changed');
    process.stdout.write(`Transfers redated: ${rows[0]!.changed}. Next: verify.\n`);
    return EXIT.ok;
  },
};
