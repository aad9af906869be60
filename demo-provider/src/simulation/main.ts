import { agrees, simulateCrash, simulateSlot, type Simulation } from './simulate.js';

const rounds = Number(process.argv[2] ?? 10_000_000);
const percent = (share: number) => `${(share * 100).toFixed(3)} %`;

function report(simulation: Simulation): boolean {
  const isProven = agrees(simulation);
  const { game, returned, published, standardError, highestWin } = simulation;
  console.log(
    [
      game.padEnd(18),
      String(simulation.rounds).padStart(10),
      `returned ${percent(returned)}`,
      `published ${percent(published)}`,
      `standard error ${percent(standardError)}`,
      `greatest win ×${highestWin.toFixed(2)}`,
      isProven ? 'agrees' : 'DISAGREES',
    ].join('   '),
  );
  return isProven;
}

const simulations = [simulateSlot(rounds, 20), simulateCrash(rounds, 20, 200)];
process.exitCode = simulations.map(report).every(Boolean) ? 0 : 1;
