import { useEffect, useRef } from 'react'

/** The link that opens a form disappears with it; its focus moves to the form's first field or button. */
export function useFocusWhenOpened(section: string, opened: string | null): void {
  const last = useRef(opened)
  useEffect(() => {
    if (last.current === opened) return
    last.current = opened
    if (opened === null) return
    const field = `:is(input:not([type=hidden]), button)`
    document.querySelector<HTMLElement>(`#${section} form ${field}`)?.focus()
  }, [section, opened])
}
