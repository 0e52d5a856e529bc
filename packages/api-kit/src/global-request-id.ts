type Headers = Readonly<Record<string, string | undefined>>;

/** The id under which a client follows one operation through several services; one of another form is ignored. */
export function globalRequestId(headers: Headers): string | undefined {
  const id = headers['x-openstack-request-id'];
  return id !== undefined && /^req-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : undefined;
}
