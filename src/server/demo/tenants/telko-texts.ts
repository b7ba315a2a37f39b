import type { DemoContent } from './demo-tenant.ts'

// What others call a reward is a bonus here, so the pages around the tariffs say it as the tariffs do.
export const telkoTexts: DemoContent['text'] = [
  { id: 'catalogue.reward.label', text: { de: 'Bonus', en: 'Bonus' } },
  {
    id: 'catalogue.steps.title',
    text: { de: 'In drei Schritten zum Bonus', en: 'Three steps to your bonus' },
  },
  {
    id: 'catalogue.products.rewards',
    text: {
      de: 'Wie der Bonus aussieht und wann er kommt',
      en: 'What the bonus can be and when it is paid',
    },
  },
  { id: 'common.footer.rewards', text: { de: 'Bonusübersicht', en: 'Bonus overview' } },
  {
    id: 'offers.categories.description',
    text: {
      de: 'Alle Angebote von {{name}} nach Kategorien, mit dem Bonus für jede Empfehlung.',
      en: 'All offers of {{name}} by category, with the bonus for each recommendation.',
    },
  },
  {
    id: 'offers.home.title',
    text: { de: 'Dein Bonus nach Kategorien', en: 'Your bonus by category' },
  },
  { id: 'referral.reward.label', text: { de: 'Bonus', en: 'Bonus' } },
  {
    id: 'referral.share.legend',
    text: { de: 'Wer bekommt den Bonus?', en: 'Who gets the bonus?' },
  },
  {
    id: 'referral.email.hint_du',
    text: { de: 'Hierhin melden wir uns, wenn sich bei deinem Bonus etwas tut.' },
  },
  { id: 'referral.email.hint', text: { en: 'We write here when there is news about your bonus.' } },
  {
    id: 'referral.done.mailText_du',
    text: {
      de: 'Wir haben dir eine E-Mail geschickt. Mit einem Klick darin gehört die Empfehlung zu dir, und du siehst jeden Schritt bis zum Bonus.',
    },
  },
  {
    id: 'referral.done.mailText',
    text: {
      en: 'We have sent you an e-mail. One click in it makes the recommendation yours, and you can follow every step up to the bonus.',
    },
  },
  {
    id: 'referral.message.plain',
    text: {
      de: 'Hier ist mein persönlicher Link. (Für einen Abschluss bekomme ich einen Bonus.)',
      en: 'Here is my personal link. (I get a bonus if you sign up.)',
    },
  },
  {
    id: 'referral.message.withReward',
    text: {
      de: 'Wenn du über meinen persönlichen Link abschließt, bekommst du {{amount}} Bonus. (Für Empfehlungen zahlt {{name}} einen Bonus.)',
      en: 'If you sign up through my personal link, you get a bonus of {{amount}}. ({{name}} pays a bonus for recommendations.)',
    },
  },
  { id: 'referral.paper.amount_du', text: { de: 'Für dich: {{amount}} Bonus' } },
  { id: 'referral.paper.amount', text: { en: 'For you: a bonus of {{amount}}' } },
  {
    id: 'referral.paper.honest',
    text: {
      de: 'Für einen Abschluss bekommt {{name}} einen Bonus. Anbieter: {{tenant}}',
      en: '{{name}} gets a bonus for a contract. Provider: {{tenant}}',
    },
  },
  {
    id: 'recipient.offer.previewReward_du',
    text: { de: 'Du bekommst {{amount}} Bonus, wenn du über diese Empfehlung abschließt.' },
  },
  {
    id: 'recipient.offer.previewReward',
    text: { en: 'You get a bonus of {{amount}} if you sign up through this recommendation.' },
  },
  { id: 'recipient.offer.get_du', text: { de: 'Dein Bonus beim Abschluss' } },
  { id: 'recipient.offer.get', text: { en: 'Your bonus when you sign up' } },
]
