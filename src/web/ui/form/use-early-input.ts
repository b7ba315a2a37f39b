import { useEffect, useRef, type RefObject } from 'react'

/** A field whose text is read once the script is there: people and password managers do not wait for it. */
export function useEarlyInput(
  read: (input: HTMLInputElement) => void,
): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const first = useRef(read)
  useEffect(() => {
    if (field.current && field.current.value !== '') first.current(field.current)
  }, [])
  return field
}
