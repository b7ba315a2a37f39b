export type FaqEntry = { id: string; group: string; question: string; answer: string }

/** FAQ as structured data (schema.org), safe inside a script element. */
export function faqData(entries: FaqEntry[]): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}
