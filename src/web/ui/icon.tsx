import type { ReactNode } from 'react'

// Lucide's shapes without its component, which weighs more than all of these: for pages that strangers open first.
const shapes = {
  alert: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4M12 16h.01" />
    </>
  ),
  chevronDown: <path d="m6 9 6 6 6-6" />,
  close: <path d="M18 6 6 18M6 6l12 12" />,
  cloudOff: (
    <path d="M10.94 5.274A7 7 0 0 1 15.71 10h1.79a4.5 4.5 0 0 1 4.222 6.057M18.796 18.81A4.5 4.5 0 0 1 17.5 19H9A7 7 0 0 1 5.79 5.78M2 2l20 20" />
  ),
  menu: <path d="M4 5h16M4 12h16M4 19h16" />,
}

export type IconName = keyof typeof shapes

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <Shape {...(className ? { className } : {})}>{shapes[name]}</Shape>
}

/** A shape of a page's own, on the same ground. */
export function Shape({
  className = 'size-6',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round] ${className}`}
    >
      {children}
    </svg>
  )
}
