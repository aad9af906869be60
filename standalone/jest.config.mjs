import { createJestConfig } from '@palier/scripts/jest';

export default createJestConfig({ dir: import.meta.dirname });
