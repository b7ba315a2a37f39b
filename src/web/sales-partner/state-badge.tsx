const tones = {
  good: 'border-transparent bg-success-tint text-success',
  open: 'border-hairline bg-surface text-primary',
  over: 'border-hairline bg-background text-muted',
}

/** What state a row is in, for the eye that runs down a list; its word says the same. */
export function StateBadge({ tone, text }: { tone: keyof typeof tones; text: string }) {
  return (
    <span
      className={`inline-block rounded-field border px-2 py-0.5 text-base font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {text}
    </span>
  )
}
