import { useEffect } from 'react';

/** Names the browser's tab after the game for as long as it is on screen; before and after it bears the product's name. */
export function useTitle(name: string): void {
  useEffect(() => {
    const product = document.title;
    document.title = `${name} · ${product}`;
    return () => {
      document.title = product;
    };
  }, [name]);
}
