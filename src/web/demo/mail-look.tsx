import { splitLinks } from './split-links.ts'

/** A mail as it looks. It is somebody else's document: no script runs in it, it sees nothing of this page, and its links open beside it. */
export function MailLook({ html, title }: { html: string; title: string }) {
  // Its own sheet is for the dark; the page's policy would refuse it, and say so to whoever reads the console.
  return (
    <iframe
      title={title}
      srcDoc={html.replace(/<style[\s\S]*?<\/style>/gi, '')}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      className="mail-look"
    />
  )
}

/** Its text part, with links that can be followed. */
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
