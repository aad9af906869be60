export const NotFoundPage = () => <>404 Not Found</>;
