/** The remote that owns each screen (section 2 of docs/spec-coverage.md). Data only: the release gate reads this list too. "Ours": not specified. */
export const REMOTE_SCREENS = [
  { path: '/home', remote: 'casino' }, //                      casino game catalogue
  { path: '/admin', remote: 'agent' }, //                      sub-account list
  { path: '/admin/create', remote: 'agent' }, //               create user
  { path: '/admin/:id', remote: 'agent' }, //                  page of an account below (ours)
  { path: '/admin/:id/edit', remote: 'agent' }, //             change the password of a sub-account
  { path: '/admin/:id/journal', remote: 'agent' }, //      journal of a sub-account (ours)
  { path: '/refund/:id', remote: 'agent' }, //                 add balance to a sub-account
  { path: '/withdraw/:id', remote: 'agent' }, //               withdraw balance from a sub-account
  { path: '/history', remote: 'reports' }, //                  outgoing transaction history
  { path: '/history/received', remote: 'reports' }, //         incoming transaction history, for clients (ours)
  { path: '/reportItem/:id', remote: 'reports' }, //           outgoing transaction history of one target user
  { path: '/receipt/:id', remote: 'reports' }, //              receipt of one movement (ours)
  { path: '/report', remote: 'reports' }, //                   in/out/net report over a date range
  { path: '/report/day-close', remote: 'reports' }, //         close of a day of the user's account, to be signed (ours)
  { path: '/report/network', remote: 'reports' }, //           figures of the user's subtree by period (ours)
  { path: '/report/trial-balance', remote: 'reports' }, //     trial balance of the user's subtree (ours)
  { path: '/round/:id', remote: 'reports' }, //                the round of a movement (ours)
  { path: '/transaction', remote: 'reports' }, //              incoming history plus a report
  { path: '/game/:provider/:name/:code', remote: 'casino' }, // game player
] as const;
