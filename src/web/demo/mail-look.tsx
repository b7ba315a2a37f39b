import { splitLinks } from './split-links.ts'

/** A rendered mail, as an untrusted document: no scripts, no access to this page, links in a new tab. */
export function MailLook({ html, title }: { html: string; title: string }) {
  // Its style sheet is for dark mode only; our CSP would block it and log that to the console.
  return (
    <iframe
      title={title}
      srcDoc={html.replace(/<style[\s\S]*?<\/style>/gi, '')}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      className="mail-look"
    />
  )
}

/** Its text part, with clickable links. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className="mail-text">
      {splitLinks(text).map((part, index) =>
        part.link ? (
          <a key={index} href={part.link} target="_blank" rel="noopener noreferrer">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </div>
  )
}
