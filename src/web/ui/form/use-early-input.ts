import { useEffect, useRef, type RefObject } from 'react'

/** Reads input typed or autofilled before the script ran. */
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
