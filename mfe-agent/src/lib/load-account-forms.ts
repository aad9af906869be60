/** The forms about one account and its journal, which the list loads once it is shown. */
export const loadAccountForms = () => import('../account-forms');
