import { useEffect, useRef } from 'react';

/**
 * The heading of a state of the page. It takes the focus of the button that led to the state and has
 * disappeared. Give each state a key of its own.
 */
export function StateHeading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {text}
    </h2>
  );
}
