import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonKind } from './button.tsx'

/** Copies a text and confirms. Without clipboard access it selects the text in `fallbackId` instead. */
export function CopyButton({
  text,
  label,
  doneLabel,
  kind = 'secondary',
  wide,
  look,
  fallbackId,
  onCopied,
}: {
  text: string
  label: string
  doneLabel: string
  kind?: ButtonKind
  wide?: boolean
  look?: string // classes in place of a button's
  fallbackId?: string
  onCopied?: () => void
}) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
      onCopied?.()
    } catch {
      const field = fallbackId ? document.getElementById(fallbackId) : null
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
    }
  }
  const face = (
    <>
      {done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {done ? doneLabel : label}
    </>
  )
  return (
    <>
      {/* Useless without script: there the text is selected by hand. */}
      {look ? (
        <button type="button" className={`${look} noscript:hidden`} onClick={() => void copy()}>
          {face}
        </button>
      ) : (
        <Button
          kind={kind}
          wide={wide ?? false}
          className="noscript:hidden"
          onClick={() => void copy()}
        >
          {face}
        </Button>
      )}
      <output className="sr-only">{done ? doneLabel : ''}</output>
    </>
  )
}
