import { z } from 'zod';
import { defineCall } from '../call.ts';
import { UPLOADS } from '../limits.ts';
import { countSchema } from '../schemas.ts';
import { UPLOAD_BYTES_MAX, UPLOAD_USE_NAMES } from './rules.ts';

export const uploadPicture = defineCall({
  name: 'uploadPicture',
  method: 'POST',
  path: '/admin/uploads',
  access: 'admin',
  // A stored picture is shown nowhere: saving its address where it is shown has a permission of its own.
  permission: 'companies.write',
  audit: 'picture.upload',
  tag: 'Uploads',
  summary:
    'Stores a picture (PNG, JPEG, WebP or SVG, by its content) as a PNG drawn anew, and tells its address: for the `logo` of a company, or for the looks of the directory. What nothing names for 90 days is removed.',
  query: z.object({ use: z.enum(UPLOAD_USE_NAMES).default('company') }),
  /** The bytes of the file. */
  body: z.string(),
  bodyType: 'application/octet-stream',
  bodyLimit: UPLOAD_BYTES_MAX,
  answer: z.object({ id: z.string(), url: z.string(), width: countSchema, height: countSchema }),
  limit: [UPLOADS],
  status: 201,
});
