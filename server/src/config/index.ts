/** How other packages read the settings that they share with the server. */
export { SECRETS, withSecretFiles } from './secret-files';
export { trustedProxiesOf } from './trusted-proxies';
