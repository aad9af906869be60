/** The forms of deposits and withdrawals, which the list loads once it is shown. */
export const loadTransferPages = () => import('../../transfer-pages');
