import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { atMostPerMinute } from '../concurrency/at-most-per-minute';
import { decodeUtf8 } from '../http/json-body';
import { invalidInput } from '../refusals/refusal';

/** Where browsers send reports of what the policy of a page stopped. */
export const POLICY_REPORTS_PATH = '/csp-reports';
const REPORT_LIMIT_BYTES = 16_384;
/** In each process: bounds the log, because anybody may send reports. */
const LOGGED_PER_MINUTE = 10;
const LOGGED_CHARACTERS = 200;

/** A directive is a label of a metric, so unknown names are counted together. */
const DIRECTIVES = new Set([
  'base-uri',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
]);

/** The fields that are read of a report (CSP level 3, 5.3); browsers send more. */
const reportSchema = z.object({
  'csp-report': z.object({
    'effective-directive': z.optional(z.string()),
    'violated-directive': z.optional(z.string()),
    'blocked-uri': z.optional(z.string()),
    'document-uri': z.optional(z.string()),
    'source-file': z.optional(z.string()),
    'line-number': z.optional(z.number()),
  }),
});

/**
 * Counts the reports by directive and logs some. Addresses are logged without query and fragment, and the
 * sample of the stopped text is not read: both may contain data of a user.
 */
export async function acceptPolicyReports(
  app: FastifyInstance,
  count: (directive: string) => void,
): Promise<void> {
  const mayLog = atMostPerMinute(LOGGED_PER_MINUTE);
  await app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(
      'application/csp-report',
      { parseAs: 'buffer', bodyLimit: REPORT_LIMIT_BYTES },
      async (_request: unknown, bytes: Buffer) => readReport(bytes),
    );
    const options = { schema: { hide: true } };
    reports.post<{ Body: Report }>(POLICY_REPORTS_PATH, options, async (request, reply) => {
      const report = request.body;
      // Firefox 100 sends the old field alone, with the directive's whole text.
      const named = report['effective-directive'] ?? report['violated-directive']?.split(' ')[0] ?? '';
      const directive = DIRECTIVES.has(named) ? named : 'other';
      count(directive);
      if (mayLog())
        request.log.warn(
          {
            directive,
            blocked: withoutQuery(report['blocked-uri']),
            page: withoutQuery(report['document-uri']),
            source: withoutQuery(report['source-file']),
            line: report['line-number'],
          },
          'a browser stopped what the policy of the page does not allow',
        );
      return reply.code(204).send();
    });
  });
}

type Report = z.infer<typeof reportSchema>['csp-report'];

/** Throws a refusal for a body that is no report. */
function readReport(bytes: Buffer): Report {
  try {
    return reportSchema.parse(JSON.parse(decodeUtf8(bytes)))['csp-report'];
  } catch {
    throw invalidInput();
  }
}

const withoutQuery = (address: string | undefined): string | undefined =>
  address?.replace(/[?#].*$/s, '').slice(0, LOGGED_CHARACTERS);
