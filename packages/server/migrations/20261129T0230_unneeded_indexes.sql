-- Those of 20261129T0220 have all that these had.
drop index articles_of_company;
drop index articles_published;
