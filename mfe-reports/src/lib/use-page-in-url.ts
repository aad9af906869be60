import { pageOfAddress, useSearchParams } from '@palier/shared/router';

/** Sets one parameter of the URL, or removes it when `value` is empty. The other parameters stay. */
export function withParameter(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

export function usePageInUrl(): readonly [page: number, setPage: (page: number) => void] {
  const [params, setParams] = useSearchParams();
  const setPage = (page: number): void =>
    setParams((before) => withParameter(before, 'page', page === 0 ? '' : String(page + 1)));
  return [pageOfAddress(params.get('page')), setPage];
}
