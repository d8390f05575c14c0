import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { OWN_MARK } from '#domain/kernel/addresses.ts';
import type { Config } from '../config.ts';

/** Browser features that our pages do not use, turned off also for injected scripts. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/**
 * Security headers of every answer. Scripts come from our own files only. Styles may stand in the page: the
 * component libraries set positions and sizes that way, and a style cannot run anything. And the mark by which a browser
 * knows an answer of ours.
 */
export function securityHeaders({ environment }: Pick<Config, 'environment'>): RequestHandler {
  const isProduction = environment === 'production';
  const common = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        // The decoder of photos of iPhones makes its worker from its own text; only a script that runs already can.
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isProduction ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isProduction ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // Keeps the hand on the window of a sign-in with Google, which stays another site's until it comes back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  return Router().use(common, (_request, response, next) => {
    response.set('Permissions-Policy', PERMISSIONS).set(OWN_MARK, 'yes');
    next();
  });
}
