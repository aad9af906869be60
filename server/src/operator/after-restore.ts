import { EXIT, type OperatorCommand } from './operator-command';

/** `after-restore` makes a database that was restored to an earlier moment safe to serve. */
export const afterRestore: OperatorCommand = {
  forms: [''],
  summary: 'makes a restored database safe to serve; before the first server starts',
  help: `Ends all sessions, continues user and transfer ids far above any that were given after the backup, and gives the running jackpot
draws new ceilings and numbers. Run twice, it does the same once more: users sign in again.`,
  words: [0, 0],
  isTopLevel: true,
  database: 'owner',
  async run({ pool }) {
    const { rows } = await pool.query<{
      ended_sessions: number;
      next_user_id: bigint;
      next_transfer_id: bigint;
    }>('select * from after_restore()');
    const { ended_sessions: sessions, next_user_id: userId, next_transfer_id: transferId } = rows[0]!;
    process.stdout.write(
      `Sessions ended: ${sessions}. Next user id: ${userId}, next transfer id: ${transferId}. Jackpot draws have new ceilings.\n` +
        'Next: verify, then reconcile --ended <hours since the moment> --every-player, which names what the provider has and the ledger has lost.\n',
    );
    return EXIT.ok;
  },
};
