import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * A question above the page: modal as soon as there is script, which keeps the focus inside and gives it back; before that a block
 * of the page. Escape calls `onClose`, as the way out inside it should.
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
  // Before it leaves the page, or it could not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.close() // it came open, but not modal
    element.showModal()
    return () => {
      element.close()
      // Opened by the address, before there was script, nobody had the focus to give back: what opens it gets it.
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
