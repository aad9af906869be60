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
      for (const operation of contract.operations) {
        const { operationId, summary, method, template, body, answer } = operation;
        const breach = contract.exampleBreach(operation);
        expect(breach === null, `the example of ${operationId}: ${breach}`);
        const hasExamples =
          (answer === undefined || answer.example !== undefined) &&
          (body?.required !== true || body.example !== undefined);
        const isNamed = /^[a-z]+([A-Z][a-z]+)*$/.test(operationId ?? '');
        const isDescribed = isNamed && summary !== undefined && hasExamples;
        expect(isDescribed, `${method} ${template} lacks an operationId, a summary or an example`);
      }
      const names = new Set(contract.operations.map(({ operationId }) => operationId));
      expect(names.size === contract.operations.length, 'two operations have one operationId');
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
