/** One chunk: each further chunk would add its name and its hash to the first load. */
export { CodeStep } from './code-step';
export { SecondFactor } from './second-factor';
