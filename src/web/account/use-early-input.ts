import { useEffect, useRef, type RefObject } from 'react'

/** A field whose text is read once the script is there: people and password managers do not wait for it. */
export function useEarlyInput(
  read: (input: HTMLInputElement) => void,
): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current.value !== '') read(field.current)
    // Once: from here on input events tell.
  }, [])
  return field
}
