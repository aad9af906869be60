import { UsageError, type OperatorCommand } from './operator-command';

const ROLES: Readonly<Record<string, string>> = {
  capo: 'ROLE_CAPO',
  'super-admin': 'ROLE_SUPER_ADMIN',
  admin: 'ROLE_ADMIN',
  client: 'ROLE_CLIENT',
};

/**
 * `require-factor` shows the roles whose accounts must have a second factor; `require-factor <role> on` or
 * `off` changes them.
 */
export const requireFactor: OperatorCommand = {
  forms: ['', '<capo|super-admin|admin|client> on|off [--by <name>]'],
  summary: 'shows or sets the roles whose accounts must have a second factor',
  help:
    'An account of such a role without one signs in as before, and then adds one before anything else. ' +
    'Servers follow within five seconds.',
  words: [0, 2],
  database: 'owner',
  async run({ pool, words: [name, state], operator }) {
    if (name === undefined) {
      const { rows } = await pool.query<{ line: string }>(
        `select role || ', by ' || set_by as line from roles_with_factor order by role`,
      );
      return rows.length === 0 ? 'No role.' : rows.map(({ line }) => line).join('\n');
    }
    const role = ROLES[name];
    if (role === undefined) throw new UsageError('The role is capo, super-admin, admin or client.');
    if (state !== 'on' && state !== 'off') throw new UsageError('Give on or off after the role.');
    if (state === 'off') await pool.query('delete from roles_with_factor where role = $1', [role]);
    else
      await pool.query(
        'insert into roles_with_factor (role, set_by) values ($1, $2) on conflict (role) do nothing',
        [role, operator],
      );
    return `Second factor of role ${name}: ${state === 'on' ? 'required' : 'as each user likes'}.`;
  },
};
