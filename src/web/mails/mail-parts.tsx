import { Column, Heading, Row, Section, Text } from '@react-email/components'
import type { CSSProperties } from 'react'
import type { Theme } from '../../domain/tenant.ts'
import type { MailColours } from './mail-colours.ts'
import type { MailContent } from './mail-content.ts'
import { monospace } from './mail-fonts.ts'
import type { MailStep } from './mail-steps.ts'
import type { MailTexts } from './mail-texts.ts'

export type MailStyles = ReturnType<typeof mailStyles>

/** Inline styles, as many clients drop style sheets. */
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
    // The pages' header colours in every scheme: the logo is a picture on this background.
    band: {
      backgroundColor: colours.card,
      borderBottom: `4px solid ${colours.accent}`,
      borderRadius: `${radius} ${radius} 0 0`,
    },
    bandCell: { padding: '16px 24px' },
    logo: { display: 'block', maxWidth: '100%' },
    brand: {
      ...heading,
      margin: 0,
      fontSize: '22px',
      lineHeight: '1.25',
      overflowWrap: 'anywhere',
    },
    hero: { backgroundColor: colours.band },
    heroPicture: { display: 'block', width: '100%', height: 'auto' },
    picture: { display: 'block', margin: '0 0 16px', maxWidth: '100%', height: 'auto' },
    steps: { margin: '0 0 20px', paddingTop: '18px', borderTop: `1px solid ${colours.line}` },
    stepMark: { width: '30px', verticalAlign: 'top', padding: '3px 0' },
    step: { ...text, margin: '0', padding: '3px 0', fontSize: '15px', lineHeight: '22px' },
    stepLater: { ...small, margin: '0', padding: '3px 0', fontSize: '15px', lineHeight: '22px' },
    dot: {
      width: '18px',
      height: '18px',
      margin: '2px 0 0',
      borderRadius: '9px',
      fontSize: '12px',
      fontWeight: 700,
      lineHeight: '18px',
      textAlign: 'center',
    },
    dotDone: { backgroundColor: colours.button, color: colours.onButton },
    dotNext: { boxSizing: 'border-box', border: `5px solid ${colours.button}` },
    dotLater: { boxSizing: 'border-box', border: `2px solid ${colours.line}` },
    sectionTitle: { ...text, margin: '0 0 2px', fontWeight: 700 },
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
    worth: { fontFamily: fonts.body, fontSize: '16px', fontWeight: 400, letterSpacing: 'normal' },
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
    link: { color: colours.link, textDecoration: 'underline', overflowWrap: 'anywhere' },
    footerLink: { color: colours.link, textDecoration: 'underline' },
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

/** Rules for dark mode and narrow screens. */
export function darkCss(dark: MailColours): string {
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:400px){.m-cell{padding-left:18px!important;padding-right:18px!important}.m-button{display:block!important}}
@media (prefers-color-scheme:dark){
.m-page,.m-page>table>tbody>tr>td{background-color:${dark.page}!important}
.m-card{background-color:${dark.card}!important}
.m-text{color:${dark.text}!important}
.m-muted{color:${dark.muted}!important}
.m-tint{background-color:${dark.tint}!important}
.m-code{border-color:${dark.line}!important}
.m-rule{border-color:${dark.line}!important}
.m-link{color:${dark.link}!important}
.m-done{background-color:${dark.button}!important;color:${dark.onButton}!important}
.m-next{border-color:${dark.button}!important}
.m-later{border-color:${dark.line}!important}
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

export function Sections({
  sections,
  styles,
}: {
  sections: { title: string; text: string }[]
  styles: MailStyles
}) {
  return sections.map(({ title, text }) => (
    <Section key={title}>
      <Row>
        <Column>
          <Heading as="h2" className="m-text" style={styles.sectionTitle}>
            {title}
          </Heading>
          <Text className="m-text" style={styles.text}>
            {text}
          </Text>
        </Column>
      </Row>
    </Section>
  ))
}

/** Colour is never the only sign: the next step says so, a done one has a tick, and each mark has a name. */
export function Steps({
  steps,
  styles,
  t,
}: {
  steps: MailStep[]
  styles: MailStyles
  t: MailTexts
}) {
  if (steps.length === 0) return null
  const dots = { done: styles.dotDone, next: styles.dotNext, later: styles.dotLater }
  return (
    <Section className="m-rule" style={styles.steps}>
      {steps.map(({ label, state }) => (
        <Row key={label}>
          <Column style={styles.stepMark}>
            <div
              {...(state === 'next'
                ? { 'aria-hidden': true }
                : { role: 'img', 'aria-label': t(`step.${state}`) })}
              className={`m-${state}`}
              style={{ ...styles.dot, ...dots[state] }}
            >
              {state === 'done' ? '✓' : ''}
            </div>
          </Column>
          <Column>
            <Text
              className={state === 'later' ? 'm-muted' : 'm-text'}
              style={state === 'later' ? styles.stepLater : styles.step}
            >
              {state === 'next' ? <strong>{t('step.next', { step: label })}</strong> : label}
            </Text>
          </Column>
        </Row>
      ))}
    </Section>
  )
}

/** The worth of each code is below it: side by side they do not fit a phone. */
export function CodeList({
  codes,
  styles,
}: {
  codes: NonNullable<MailContent['codes']>
  styles: MailStyles
}) {
  if (codes.length === 0) return null
  return (
    <Section style={styles.codes}>
      {codes.map(({ code, worth }) => (
        <Text key={code} className="m-text m-tint m-code" style={styles.code}>
          {code}
          {worth === null ? null : (
            <>
              <br />
              <span style={styles.worth}>{worth}</span>
            </>
          )}
        </Text>
      ))}
    </Section>
  )
}
