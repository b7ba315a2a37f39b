import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * A dialog: with script modal, with focus trap and return; before that a block of the page. Escape and its own close control call
 * `onClose`.
 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before unmount, or it could not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.close() // open, but not modal
    element.showModal()
    return () => {
      element.close()
      // Opened by the address before script, so no focus to return to: use the element that opens it.
      const { activeElement } = document
      if (activeElement === document.body || element.contains(activeElement))
        element.parentElement?.querySelector('a')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={id}
      className="dialog rounded-card border-2 border-line bg-surface p-5 text-text md:p-8"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
