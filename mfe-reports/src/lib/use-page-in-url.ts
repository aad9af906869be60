import { pageOfAddress, useSearchParams } from '@palier/shared/router';

/** The page that the address holds, from zero, and how to turn it; the rest of the address stays. Back turns it back. */
export function usePageInAddress(): readonly [number, (page: number) => void] {
  const [address, setAddress] = useSearchParams();
  const turnTo = (page: number): void =>
    setAddress((before) => {
      const after = new URLSearchParams(before);
      if (page === 0) after.delete('page');
      else after.set('page', String(page + 1));
      return after;
    });
  return [pageOfAddress(address.get('page')), turnTo];
}
