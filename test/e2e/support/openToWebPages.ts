import type { DemoService } from '../../../src/demo/service.ts';

/** A service as one that lets web pages in (CORS). */
export function openToWebPages(demo: DemoService): DemoService {
  return {
    async handle(request) {
      const isPreflight = request.method === 'OPTIONS';
      const response = isPreflight ? new Response() : await demo.handle(request);
      response.headers.set('access-control-allow-origin', '*');
      response.headers.set('access-control-allow-headers', 'authorization, content-type');
      return response;
    },
  };
}
