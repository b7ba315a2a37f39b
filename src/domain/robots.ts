// Who asks: a person's browser, or a robot that fetches the preview of a link. Robots are answered
// with the preview and never counted as a click (domain.md section 5).

// Robots that carry a browser's name beside their own. In-app browsers of messengers (FBAN, FBAV,
// Instagram, WhatsApp, Line, LinkedInApp after Mozilla/5.0) carry none of these: people sit in
// front of them.
const marks = [
  'bot/',
  'bot;',
  'bot)',
  'bot ',
  'bot-',
  'bot,',
  'robot',
  'crawl',
  'spider',
  'slurp',
  'scraper',
  'fetcher',
  'preview',
  'externalhit',
  'externalagent',
  'facebot',
  'facebookcatalog',
  'mediapartners-google',
  'google-inspectiontool',
  'google-safety',
  'google-read-aloud',
  'googleother',
  'google favicon',
  'feedfetcher',
  'apis-google',
  'duplexweb-google',
  'storebot-google',
  'bytespider',
  'baiduspider',
  'yandex.com/bots',
  'ia_archiver',
  'archive.org',
  'embedly',
  'quora link',
  'outbrain',
  'vkshare',
  'w3c_validator',
  'skypeuri',
  'snap url',
  'iframely',
  'nuzzel',
  'flipboardproxy',
  'qwantify',
  'bitrix link',
  'xing-content',
  'linkcheck',
  'pingdom',
  'uptime',
  'statuscake',
  'gtmetrix',
  'chrome-lighthouse',
  'pagespeed',
  'barracuda',
  'proofpoint',
  'mimecast',
  'safelinks',
  'urldefense',
  'trendmicro',
  'gptbot',
  'chatgpt-user',
  'oai-searchbot',
  'claude-web',
  'perplexity',
  'ccbot',
  'cohere-ai',
  '+http',
  'ptst/',
]

const messengers = /^(?:whatsapp|signal|telegram|viber|skype|slack|threema|embedly)/

// Phones of the maker Cubot name themselves so: no robots.
const phones = /\bcubot/g

export function isRobot(userAgent: string | undefined): boolean {
  const agent = (userAgent ?? '').trim().toLowerCase().slice(0, 1_000)
  // Messengers fetch the preview under their own name alone; inside their browsers it follows Mozilla/5.0.
  if (agent === '' || messengers.test(agent)) return true
  const named = `${agent.replace(phones, '')} `
  return marks.some((mark) => named.includes(mark))
}
