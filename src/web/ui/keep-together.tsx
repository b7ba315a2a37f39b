import { Fragment } from 'react'

/** Keeps `part` of a text, e.g. a number, on one line; it would break after hyphens. */
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

/** A headline's words; "e-mail" stays on one line, where a phone breaks after its hyphen. */
export const Words = ({ text }: { text: string }) =>
  text.split(/(e-mails?)/i).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )

/** An e-mail address, which breaks after its @, and at its dots before that, rather than within a word. */
export const Address = ({ email }: { email: string }) =>
  email.split(/(?<=@)|(?=\.[^@]*@)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
