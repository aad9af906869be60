import { registerClient } from '@palier/test-support/actors/api-client';
import { errorsOf } from '@palier/test-support/actors/raw-http';
import { atOnce } from '@palier/test-support/at-once';
import type { Scenario } from '../../scenario';

/** As many as two processes accept of one user at once. */
const REGISTRATIONS = 8;

export default [
  {
    id: 'A11',
    title: 'concurrent registrations of one username',
    fault: '8 parallel registrations of one name: lower case, upper case, with spaces, full width',
    bound: 'one user and one posting, the other 7 are 409',
    trials: { short: 1, long: 20 },
    async run({ cluster, trials, expect }) {
      const { accessToken } = await cluster.login('admin');
      for (let trial = 0; trial < trials; trial += 1) {
        const name = `a11-${trial}-${Date.now().toString(36)}`;
        const wide = name.replace(/[a-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
        const spellings = [name, name.toUpperCase(), ` ${name} `, wide];
        const before = await cluster.balanceOf('admin');
        const answers = await atOnce(REGISTRATIONS, (index) =>
          registerClient(cluster.urlOf(index), accessToken, {
            username: spellings[index % spellings.length],
            balance: 1,
          }),
        );
        const won = answers.filter(({ status }) => status === 200).length;
        const lost = answers.filter((answer) => answer.status === 409 && errorsOf(answer).length > 0).length;
        const moved = before - (await cluster.balanceOf('admin'));
        const isOne = won === 1 && lost === REGISTRATIONS - 1 && Math.abs(moved - 1) < 1e-9;
        expect(isOne, `trial ${trial}: ${won} won, ${lost} lost, ${moved} TND moved`);
      }
    },
  },
] satisfies Scenario[];
