import { createJestConfig } from '@palier/build/jest';

export default createJestConfig({ dir: import.meta.dirname });
