import { transactionSchema } from './requests';

test.each([0, -1, 0.5, 1e-7, 1e-16, 5e-324, 2 ** 53, '5'])(
  'transaction request: the amount %p, which is no whole number above zero, is refused',
  (amount) => {
    const request = { receiverUsername: 'client', type: 'DEPOSIT' };
    expect(transactionSchema.safeParse({ ...request, amount: 5 }).success).toBe(true);
    expect(transactionSchema.safeParse({ ...request, amount }).success).toBe(false);
  },
);
