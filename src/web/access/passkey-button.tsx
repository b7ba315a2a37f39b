import type { ReactNode } from 'react'
import { Button, type ButtonKind } from '../ui/button.tsx'

/** Asks for a passkey; pressed before the script is at work, as soon as it is. @param asking said meanwhile */
export function PasskeyButton({
  kind,
  isBusy,
  ask,
  asking,
  className,
  children,
}: {
  kind?: ButtonKind
  isBusy: boolean
  ask: () => void
  asking: string
  className?: string
  children: ReactNode
}) {
  return (
    <Button
      {...(kind ? { kind } : {})}
      onClick={ask}
      pending={isBusy ? asking : false}
      className={className ?? ''}
    >
      {children}
    </Button>
  )
}
