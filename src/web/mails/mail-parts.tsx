import { Column, Row, Section, Text } from '@react-email/components'
import type { CSSProperties } from 'react'
import type { Theme } from '../../domain/tenant.ts'
import type { MailColours } from './mail-colours.ts'
import { monospace } from './mail-fonts.ts'

export type MailStyles = ReturnType<typeof mailStyles>

/** Inline styles of a mail: many clients drop style sheets. */
export function mailStyles(
  theme: Theme,
  colours: MailColours,
  fonts: { body: string; heading: string },
) {
  const radius = theme.radius
  const text = {
    margin: '0 0 16px',
    fontSize: '16px',
    lineHeight: '1.55',
    color: colours.text,
    overflowWrap: 'anywhere',
    wordBreak: 'break-word',
  } as const satisfies CSSProperties
  const small = { ...text, fontSize: '14px', color: colours.muted } as const
  const heading = { fontFamily: fonts.heading, fontWeight: 700, color: colours.text } as const
  return {
    page: {
      margin: 0,
      padding: '24px 12px',
      backgroundColor: colours.page,
      fontFamily: fonts.body,
    },
    container: { width: '100%', maxWidth: '560px', margin: '0 auto' },
    band: {
      backgroundColor: colours.band,
      borderBottom: `4px solid ${colours.accent}`,
      borderRadius: `${radius} ${radius} 0 0`,
    },
    bandCell: { padding: '20px 24px' },
    brand: {
      ...heading,
      margin: 0,
      fontSize: '22px',
      lineHeight: '1.25',
      color: colours.onBand,
      overflowWrap: 'anywhere',
    },
    card: { backgroundColor: colours.card, borderRadius: `0 0 ${radius} ${radius}` },
    cell: { padding: '32px 24px 16px' },
    heading: { ...heading, margin: '0 0 20px', fontSize: '26px', lineHeight: '1.25' },
    text,
    note: small,
    amountBox: {
      margin: '4px 0 20px',
      backgroundColor: colours.tint,
      borderLeft: `4px solid ${colours.accent}`,
    },
    amountCell: { padding: '14px 20px' },
    amountLabel: { ...small, margin: '0 0 4px' },
    amount: { ...heading, margin: 0, fontSize: '34px', lineHeight: '1.2', whiteSpace: 'nowrap' },
    facts: { margin: '0 0 8px' },
    factLabel: { ...small, margin: 0 },
    factValue: { ...text, margin: '0 0 10px', fontWeight: 700 },
    code: {
      ...text,
      margin: '0 0 10px',
      padding: '14px 12px',
      border: `2px dashed ${colours.line}`,
      backgroundColor: colours.tint,
      fontFamily: monospace,
      fontSize: '19px',
      fontWeight: 700,
      letterSpacing: '0.04em',
      lineHeight: '1.3',
      textAlign: 'center',
    },
    codes: { margin: '4px 0 18px' },
    buttonRow: { margin: '8px 0 24px' },
    button: {
      display: 'inline-block',
      padding: '14px 28px',
      backgroundColor: colours.button,
      borderRadius: theme.buttonRadius,
      color: colours.onButton,
      fontSize: '17px',
      fontWeight: 700,
      lineHeight: '1.3',
      textAlign: 'center',
      textDecoration: 'none',
    },
    link: { color: colours.link, textDecoration: 'underline', wordBreak: 'break-all' },
    linkHelp: {
      ...small,
      paddingTop: '16px',
      borderTop: `1px solid ${colours.line}`,
      fontSize: '13px',
    },
    footer: { padding: '20px 24px 0' },
    footerText: { ...small, margin: '0 0 8px', fontSize: '13px' },
  } as const satisfies Record<string, CSSProperties>
}

/** Rules for clients that show mails in a dark scheme, and for narrow screens. */
export function darkCss(dark: MailColours): string {
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:400px){.m-cell{padding-left:18px!important;padding-right:18px!important}.m-button{display:block!important}}
@media (prefers-color-scheme:dark){
.m-page,.m-page>table>tbody>tr>td{background-color:${dark.page}!important}
.m-band{background-color:${dark.band}!important}
.m-on-band{color:${dark.onBand}!important}
.m-card{background-color:${dark.card}!important}
.m-text{color:${dark.text}!important}
.m-muted{color:${dark.muted}!important}
.m-tint{background-color:${dark.tint}!important}
.m-code{border-color:${dark.line}!important}
.m-rule{border-color:${dark.line}!important}
.m-link{color:${dark.link}!important}
.m-button{background-color:${dark.button}!important;color:${dark.onButton}!important}
}`
}

export function Facts({
  facts,
  styles,
}: {
  facts: { label: string; value: string }[]
  styles: MailStyles
}) {
  if (facts.length === 0) return null
  return (
    <Section style={styles.facts}>
      {facts.map(({ label, value }) => (
        <Row key={label}>
          <Column>
            <Text className="m-muted" style={styles.factLabel}>
              {label}
            </Text>
            <Text className="m-text" style={styles.factValue}>
              {value}
            </Text>
          </Column>
        </Row>
      ))}
    </Section>
  )
}

export function CodeList({ codes, styles }: { codes: string[]; styles: MailStyles }) {
  if (codes.length === 0) return null
  return (
    <Section style={styles.codes}>
      {codes.map((code) => (
        <Text key={code} className="m-text m-tint m-code" style={styles.code}>
          {code}
        </Text>
      ))}
    </Section>
  )
}
