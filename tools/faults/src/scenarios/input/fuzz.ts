import { fuzz, type FuzzCaller } from '../../actors/contract-fuzzer';
import { clearThrottle, createHierarchy, type TestUser } from '../../actors/hierarchy';
import { readContract } from '../../actors/openapi-contract';
import { countByStatus } from '../../statistics';
import type { Scenario } from '../../scenario';

export default [
  {
    id: 'F63',
    title: 'contract fuzzing',
    fault:
      'random requests generated from the published contract, with SQL and template payloads, as every role and without a session',
    bound: 'no 5xx; a message in every refusal; only fields of the contract; the process survives',
    trials: { short: 2_000, long: 50_000 },
    async run(context) {
      const { cluster, expect } = context;
      const users = await createHierarchy(cluster);
      const contract = await readContract(cluster.urlOf(0));
      for (const { operationId, summary, method, template } of contract.operations)
        expect(
          operationId !== undefined && summary !== undefined,
          `${method} ${template} lacks an operationId or a summary`,
        );
      const callerOf = async (person: TestUser): Promise<FuzzCaller> => ({
        token: (await person.signIn()).accessToken,
        async renew() {
          await clearThrottle(cluster.owner);
          await cluster.owner.query('update users set active = true where id = $1', [person.id]);
          return callerOf(person);
        },
      });
      const { capo, superAdmin, admin, client } = users;
      const callers = await Promise.all([capo, superAdmin, admin, client].map(callerOf));
      const { answers, renewals } = await fuzz(context, contract, callers);
      expect(
        cluster.processes.every((server) => server.isRunning()),
        'a process ended',
      );
      await clearThrottle(cluster.owner);
      return `${countByStatus(answers)}, ${renewals} renewed sessions`;
    },
  },
] satisfies Scenario[];
