/** The chunk of the forms for an account and of its journal, which the list fetches once it is shown. */
export const loadAccountPages = () => import('../account-pages');
