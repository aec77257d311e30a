/* eigen3.h: eigenvalues and eigenvectors of a symmetric 3 x 3 matrix. */
#ifndef SCREE_EIGEN3_H
#define SCREE_EIGEN3_H

/* The eigenvalues of the symmetric matrix m[6] = xx yy zz xy xz yz in ascending order, and its unit eigenvectors as the rows of
 * vector, a right-handed frame. The method is Jacobi's (Golub & Van Loan, Matrix Computations, 8.5): exact for a diagonal m, and
 * the vectors stay orthogonal to rounding even if eigenvalues are close. The signs of the vectors are arbitrary, and so are the
 * vectors of equal eigenvalues; mass3_principal has rules for both. */
void eigen3(double value[3], double vector[3][3], const double m[6]);

#endif
