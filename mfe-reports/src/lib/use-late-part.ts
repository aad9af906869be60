import { bus } from '@palier/shared/bus';
import { logIgnored } from '@palier/shared/http';
import { useState, type ComponentType } from 'react';

interface LatePart<Props> {
  /** Null while the part is closed or its chunk has not arrived. */
  readonly Part: ComponentType<Props> | null;
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * A part of a screen in a chunk of its own, requested when the part is opened. A failed request raises a
 * notice with `unavailable`, and the next press tries again.
 */
export function useLatePart<Props>(
  load: () => Promise<ComponentType<Props>>,
  unavailable: string,
): LatePart<Props> {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  function open(): void {
    setIsOpen(true);
    load().then(
      (component) => setLoaded(() => component),
      (error: unknown) => {
        setIsOpen(false);
        logIgnored(error, 'part of a screen not loaded');
        bus.emit('notice/raised', { tone: 'failure', text: unavailable });
      },
    );
  }

  return { Part: isOpen ? Loaded : null, open, close: () => setIsOpen(false) };
}
