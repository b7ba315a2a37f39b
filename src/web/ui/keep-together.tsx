/** A text in which a number, or whatever else `part` is, stays on one line, where it would break after its hyphens. */
export function KeepTogether({ text, part }: { text: string; part: string }) {
  const at = part === '' ? -1 : text.indexOf(part)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <span className="inline-block max-w-full">{part}</span>
      {text.slice(at + part.length)}
    </>
  )
}
