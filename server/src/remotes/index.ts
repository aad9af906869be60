/** How the server reads the release store, for the package that writes the store. */
export { copyStore } from './copy-store';
export { listRemoteFailures, type ReportedFailure } from './failure.repository';
export { createRegistryFile } from './registry-file';
export { isSignedBy, isSignedRegistry, publicKeyOf, registryText, signRelease } from './release-signature';
export {
  createReportWriter,
  summariseReports,
  type ReportSummary,
  type WeightedCounts,
} from './report.repository';
export { subtreeHash, subtreeSaltFile } from './subtree-hash';
export { cspHashOfInlineScript } from '../web/inline-script';
