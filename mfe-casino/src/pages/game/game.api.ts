import { launchResponseSchema } from '@palier/shared/contracts';
import { firstError, http, logIgnored } from '@palier/shared/http';
import { messages } from './game.messages';
import { framedAddress } from './game.rules';

/** Launches a game. Throws, after logging, an Error whose message is shown to the player. */
export async function launchGame(providerCode: string, gameCode: string): Promise<URL> {
  const launchUrl = await http
    .post('/casino/launch', undefined, launchResponseSchema, { query: { gameCode, providerCode } })
    .then((launch) => launch.launch_url)
    .catch((error: unknown) => {
      logIgnored(error, 'game not launched');
      throw new Error(firstError(error, messages.launchFailed), { cause: error });
    });
  const address = framedAddress(launchUrl, window.location.origin);
  if (address !== null) return address;
  const refusal = new Error(messages.addressRefused);
  logIgnored(refusal, 'game not launched');
  throw refusal;
}
